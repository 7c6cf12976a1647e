<?php
// What Tests/Clients/check_http.py asks of the client in PHP: CLIENTS BASE STUB CASES. Prints an object of results.
[, $clients, $base, $stub, $cases] = $argv;
require "$clients/scrim_http.php";

$table = json_decode(file_get_contents($cases), flags: JSON_THROW_ON_ERROR);
$secret = str_repeat('a', 40);
$scrim = new ScrimHTTP($base, 'shop', $secret);
$small = new ScrimHTTP($stub, 'shop', $secret);
$forger = new ScrimHTTP($base, 'shop', str_repeat('b', 40));

function sha256(string $content): string
{
    return hash('sha256', $content);
}

function problem(callable $of): ?array
{
    try {
        $of();
    } catch (ScrimProblem $error) {
        $errors = array_map(fn($e) => ['line' => $e['line'] ?? null, 'message' => $e['message']], $error->errors);
        $text = $error->getMessage();
        return ['status' => $error->status, 'title' => $error->title, 'errors' => $errors, 'text' => $text];
    }
    return null;
}

function raises(string $kind, callable $of): bool
{
    try {
        $of();
    } catch (Exception $error) {
        return $error instanceof $kind;
    }
    return false;
}

function signed(object $case, ScrimHTTP $scrim): string
{
    return $scrim->link($case->template, $case->inputs, $case->format, $case->variant ?? null, $case->expires ?? null);
}

$batch = $scrim->submit($table->batch);
$pages = iterator_to_array($scrim->events($batch), false);
$lines = array_map(json_decode(...), explode("\n", trim($scrim->outputs($scrim->wait($batch))['card.rows.jsonl'])));
$images = array_map(fn($line) => $scrim->output($batch, $line->outputs[0]->file), $lines);
$scrim->delete($batch);
$numbers = [1e300, 2.0 ** 53, 1e-5, -1e-300, INF];
echo json_encode([
    'links' => array_map(fn($case) => signed($case, new ScrimHTTP('', 'shop', $secret)), $table->links),
    'link' => signed($table->links[0], $scrim),
    'forged' => signed($table->links[0], $forger),
    'numbers' => array_map(
        fn($n) => raises(RangeException::class, fn() => $scrim->link('card@1', ['n' => $n])),
        $numbers,
    ),
    'template' => sha256($scrim->render($table->template)),
    'document' => sha256($scrim->render($table->document)),
    'batch' => array_map(sha256(...), $images),
    'states' => [end($pages)['state']],
    'once' => array_map(fn() => $scrim->wait($scrim->submit($table->document, 'php'))['state'], [1, 2]),
    'other' => problem(fn() => $scrim->render($table->template, idempotencyKey: 'php')),
    'invalid' => problem(fn() => $scrim->render($table->invalid)),
    'waited' => problem(fn() => $scrim->wait($scrim->submit($table->invalid))),
    'unknown' => problem(fn() => $scrim->render(['template' => 'crad@1', 'inputs' => new stdClass()])),
    'unauthorized' => problem(fn() => $forger->submit($table->document)),
    'gone' => problem(fn() => $scrim->wait($batch)),
    'repeated' => sha256($small->render(['is' => 'late'])),
    'damaged' => raises(ScrimDamagedOutput::class, fn() => $small->render(['is' => 'damaged'])),
    'refused' => problem(fn() => $small->render(['is' => 'refused'])),
], JSON_THROW_ON_ERROR);
