"""Result tables and pages for people, made from logs alone."""
