"""Folders that several machines share: on a file system, or on an object server (`s3://BUCKET/FOLDER`)."""
