"""The books of a night, pure: balances, settlement, fingerprint, statement. Nothing here knows of cards."""
