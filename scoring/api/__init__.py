"""The API under `/api/v1/`, for programs."""
