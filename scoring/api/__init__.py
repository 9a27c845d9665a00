"""The API under `/api/v1/` and `/api/v2/`: what the pages do, for programs."""
