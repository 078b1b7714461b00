"""Officers: their traits, where they are placed, and the risks they run [command, trait]."""
