"""Volleys and guns: nominated stands, range, hits, chargers shot at [shooting, artillery, chargefire]."""
