"""Can a deal be won alone without a backwards trick?"""
