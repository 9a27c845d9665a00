"""The API under `/api/v1/`: what the pages do, for programs."""
