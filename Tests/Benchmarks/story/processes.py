"""The same rendering in several processes at once."""

import multiprocessing
import time


def share_of(make, texts, start, spans):
    """Renders `texts` by what `make` gives, after some that warm it up, and adds when it began and ended."""
    render, close = make()
    for text in texts[:100]:
        render(text)
    start.wait(timeout=600)
    begin = time.monotonic()
    for text in texts:
        render(text)
    spans.put((begin, time.monotonic()))
    close()


def in_processes(make, texts, processes):
    """Images per second of so many processes, each of which renders its share with what `make` gives: a function of a
    text, and one that ends it."""
    start, spans = multiprocessing.Barrier(processes), multiprocessing.Queue()
    clients = [multiprocessing.Process(target=share_of, args=(make, texts[number::processes], start, spans))
               for number in range(processes)]
    for client in clients:
        client.start()
    times = [spans.get(timeout=600) for _ in clients]
    for client in clients:
        client.join()
    return len(texts) / (max(end for _, end in times) - min(begin for begin, _ in times))
