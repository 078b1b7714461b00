"""Forces and units are activated, by a die or by command [activate]."""
