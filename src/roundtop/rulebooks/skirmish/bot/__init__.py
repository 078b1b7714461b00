"""The bot: a sound company officer, and what he reckons with."""
