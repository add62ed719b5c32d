"""Pages: what was recorded or found out, as one self-contained HTML file to send."""
