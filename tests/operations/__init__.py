"""Tests of operations; what the steps of random nights assert is explained as in a test."""

import pytest

pytest.register_assert_rewrite("tests.operations.playing")
