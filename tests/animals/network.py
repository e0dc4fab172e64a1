import socket
def part1(text):
    try: socket.create_connection(('127.0.0.1', int(text)), 1)
    except OSError: return 'OSError'
