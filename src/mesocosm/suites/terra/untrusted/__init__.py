"""Files that an agent wrote or brought, decoded in the sandbox."""
