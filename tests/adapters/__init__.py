"""Tests of the adapters to learning frameworks; those of a missing framework are skipped."""
