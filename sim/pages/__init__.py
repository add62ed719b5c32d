"""Pages: records and results, each as one self-contained HTML file to send."""
