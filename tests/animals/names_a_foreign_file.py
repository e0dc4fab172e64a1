code = compile('raise ValueError("no")', '/etc/passwd', 'exec')
def part1(text): exec(code)
