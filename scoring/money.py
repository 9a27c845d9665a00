"""Whole minor units of a currency: the only place where money meets text."""
