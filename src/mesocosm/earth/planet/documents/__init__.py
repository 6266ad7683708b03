"""What people write of the planet: reports, bulletins, studies, logs and notices, whose numbers are known to be true,
rounded or wrong by a known amount."""
