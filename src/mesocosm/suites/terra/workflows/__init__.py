"""The contract of a workflow: region, request, tools, and the catalogue of all workflows."""
