"""The version of opendeal. A literal, because asking the installed package's metadata costs 10 ms at each start."""

VERSION = "0.1.0"
