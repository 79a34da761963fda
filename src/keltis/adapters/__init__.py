"""The games as environments of other frameworks, each an extra of its own."""
