"""Events apart from checks and the Pain: recovery, the interlude, and Secrets."""
