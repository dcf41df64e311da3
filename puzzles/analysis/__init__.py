"""What a position is worth and why: values of plays, post-mortems of lines, the graph of winning positions."""
