<?php
// A client of scrim-http for PHP 8.1 and later, without dependencies: one file to copy into a project.
//   $scrim = new ScrimHTTP('https://images.example.com', 'shop', $secret);
//   $url = $scrim->link('card@1', ['title' => 'Hello']);
//   $png = $scrim->render(['template' => 'card@1', 'inputs' => ['title' => 'Hello']]);

/** Problem details (RFC 9457): status, title, detail, and errors, each with path, line, column, message and code. */
final class ScrimProblem extends Exception
{
    public readonly string $title;
    public readonly string $detail;
    public readonly array $errors;

    public function __construct(public readonly int $status, array $page)
    {
        [$this->title, $this->detail] = [$page['title'] ?? '', $page['detail'] ?? ''];
        $this->errors = $page['errors'] ?? [];
        $place = fn($e) => ($e['line'] ?? 0) . ':' . ($e['column'] ?? 0);
        $lines = array_map(fn($e) => $place($e) . ": {$e['message']}", $this->errors);
        parent::__construct(implode("\n", [rtrim("$status $this->title. $this->detail"), ...$lines]));
    }
}

/** Bytes that are not those whose Digest the service sent. */
final class ScrimDamagedOutput extends Exception
{
}

/** A job that is not finished in time. */
final class ScrimTimeout extends Exception
{
}

final class ScrimHTTP
{
    private readonly string $base;

    public function __construct(
        string $base,
        private readonly string $key,
        private readonly string $secret,
        private readonly int $attempts = 5,
    ) {
        $this->base = rtrim($base, '/');
    }

    /**
     * JSON in one spelling, so that equal inputs give equal links. Numbers are 0, or 0.0001 to 2^53 in magnitude. An
     * array that is a list is an array of JSON, also []; objects without keys are new stdClass.
     */
    public static function canonical(mixed $value): string
    {
        if (is_string($value)) {
            $short = ['"' => '\\"', '\\' => '\\\\', "\n" => '\\n', "\r" => '\\r', "\t" => '\\t'];
            $escape = fn($m) => $short[$m[0]] ?? sprintf('\\u%04x', ord(substr($m[0], -1)));
            $text = preg_replace_callback('/["\\\\\x{00}-\x{1f}\x{7f}-\x{9f}]/u', $escape, $value);
            return '"' . ($text ?? throw new InvalidArgumentException('a text in a link is not UTF-8')) . '"';
        }
        if (is_int($value) || is_float($value)) {
            if ($value == 0) {
                return '0';
            }
            if (!(abs($value) >= 1e-4 && abs($value) < 2 ** 53)) {
                throw new RangeException("$value: numbers in links are 0, or 0.0001 to 2^53 in magnitude");
            }
            return $value == (int) $value ? (string) (int) $value : var_export($value, true);
        }
        if (is_object($value)) {
            $value = (array) $value;
        } elseif (is_array($value) && array_is_list($value)) {
            return '[' . implode(',', array_map(self::canonical(...), $value)) . ']';
        }
        if (is_array($value)) {
            ksort($value, SORT_STRING);
            $members = [];
            foreach ($value as $key => $item) {
                $members[] = self::canonical((string) $key) . ':' . self::canonical($item);
            }
            return '{' . implode(',', $members) . '}';
        }
        return json_encode($value, JSON_THROW_ON_ERROR);
    }

    /** The signed link of an image: of a template NAME@VERSION, until a time in seconds since 1970. */
    public function link(
        string $template,
        array|object $inputs,
        string $format = 'png',
        ?string $variant = null,
        ?int $expires = null,
    ): string {
        $payload = ['i' => (object) $inputs, 'k' => $this->key] + ($expires === null ? [] : ['e' => $expires]);
        $encode = fn(string $bytes) => rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
        $steps = [$template, ...($variant === null ? [] : [$variant]), $encode(self::canonical($payload)) . ".$format"];
        $path = '/t/' . implode('/', $steps);
        return "$this->base$path?s=" . $encode(hash_hmac('sha256', $path, $this->secret, true));
    }

    /** Hands over a job: a document, or template with inputs or data. Returns its identifier. */
    public function submit(array|object $body, ?string $idempotencyKey = null): string
    {
        return self::identifier($this->post('/jobs', $body, $idempotencyKey)[1]);
    }

    /** The page of a job that is done. Throws ScrimProblem if it failed, ScrimTimeout while it is not finished. */
    public function wait(string $job, float $timeout = 60): array
    {
        for ($end = microtime(true) + $timeout, $pause = 0.02;; $pause = min(1.5 * $pause, 2)) {
            $page = json_decode($this->request('GET', "/jobs/$job")[2], true, flags: JSON_THROW_ON_ERROR);
            if ($page['state'] === 'done') {
                return $page;
            }
            if (in_array($page['state'], ['failed', 'corrupt'], true)) {
                throw new ScrimProblem(422, ['title' => 'The job has errors', 'errors' => $page['errors']]);
            }
            if (microtime(true) + $pause > $end) {
                throw new ScrimTimeout("job $job did not end within $timeout s");
            }
            usleep((int) (1e6 * $pause));
        }
    }

    /** The page of a job whenever it has changed, until it ends. */
    public function events(string $job): Generator
    {
        [$status, $headers, $stream] = $this->open('GET', "/jobs/$job/events");
        if ($status >= 300) {
            throw self::problem($status, $headers, stream_get_contents($stream));
        }
        while (($line = fgets($stream)) !== false) {
            if (str_starts_with($line, 'data: ')) {
                yield json_decode(substr($line, 6), true, flags: JSON_THROW_ON_ERROR);
            }
        }
    }

    /** The bytes of an output. Those of a batch's rows are in its NAME.rows.jsonl. */
    public function output(string $job, string $name): string
    {
        $place = implode('/', array_map(rawurlencode(...), explode('/', $name)));
        [, $headers, $content] = $this->request('GET', "/jobs/$job/outputs/$place");
        return self::verified($headers, $content);
    }

    /** Name and bytes of each output of a job that is done; of a batch NAME.rows.jsonl only. */
    public function outputs(array $page): array
    {
        $outputs = [];
        foreach ($page['outputs'] as ['name' => $name]) {
            $outputs[$name] = $this->output($page['id'], $name);
        }
        return $outputs;
    }

    /** Cancels a job, or deletes its results. */
    public function delete(string $job): void
    {
        $this->request('DELETE', "/jobs/$job");
    }

    /** Submits a job, waits, and returns its first output, which is then deleted. */
    public function render(array|object $body, float $timeout = 60, ?string $idempotencyKey = null): string
    {
        $path = '/jobs?wait=' . max(1, min(60, (int) $timeout));
        [$status, $headers, $content] = $this->post($path, $body, $idempotencyKey);
        $job = self::identifier($headers);
        $image = $status === 202 || !isset($headers['digest'])
            ? array_values($this->outputs($this->wait($job, $timeout)))[0]
            : self::verified($headers, $content);
        $this->delete($job);
        return $image;
    }

    private function post(string $path, array|object $body, ?string $idempotencyKey): array
    {
        // With a key a request is repeated safely: the same content is the same job.
        $key = $idempotencyKey ?? bin2hex(random_bytes(16));
        $fields = ['Content-Type: application/json', "Idempotency-Key: $key"];
        return $this->request('POST', $path, json_encode($body, JSON_THROW_ON_ERROR), $fields);
    }

    private static function identifier(array $headers): string
    {
        return explode('/', $headers['location'] ?? $headers['content-location'])[2];
    }

    private static function verified(array $headers, string $content): string
    {
        if (($headers['digest'] ?? '') === 'sha-256=' . base64_encode(hash('sha256', $content, true))) {
            return $content;
        }
        throw new ScrimDamagedOutput('the output is not the one that the service sent');
    }

    /** Status, headers and body of an answer of success. What may succeed later is repeated, when the service says. */
    private function request(string $method, string $path, string $body = '', array $fields = []): array
    {
        for ($attempt = 0;; $attempt++) {
            $isLast = $attempt === $this->attempts - 1;
            $pause = 0.2 * 2 ** $attempt;
            try {
                [$status, $headers, $stream] = $this->open($method, $path, $body, $fields);
                $content = stream_get_contents($stream);
                if (strlen($content) < (int) ($headers['content-length'] ?? 0)) {
                    throw new RuntimeException('the answer is not complete');
                }
                // An earlier attempt has deleted it.
                if ($status < 300 || $status === 404 && $method === 'DELETE' && $attempt > 0) {
                    return [$status, $headers, $content];
                }
                if ($isLast || !in_array($status, [429, 503], true)) {
                    throw self::problem($status, $headers, $content);
                }
                $pause = (float) ($headers['retry-after'] ?? 1);
            } catch (RuntimeException $error) {
                if ($isLast) {
                    throw $error;
                }
            }
            usleep((int) (1e6 * min($pause, 30)));
        }
    }

    private static function problem(int $status, array $headers, string $content): ScrimProblem
    {
        $isProblem = str_starts_with($headers['content-type'] ?? '', 'application/problem+json');
        return new ScrimProblem($status, $isProblem ? json_decode($content, true, flags: JSON_THROW_ON_ERROR) : []);
    }

    /** Status, headers by names in lower case, and the body as a stream. */
    private function open(string $method, string $path, string $body = '', array $fields = []): array
    {
        $context = stream_context_create(['http' => [
            'method' => $method, 'content' => $body, 'timeout' => 90, 'ignore_errors' => true,
            'protocol_version' => 1.1,
            'header' => ["Authorization: Bearer $this->secret", 'Connection: close', ...$fields],
        ]]);
        $stream = @fopen($this->base . $path, 'r', false, $context);
        if ($stream === false) {
            throw new RuntimeException(error_get_last()['message'] ?? 'the service does not answer');
        }
        $lines = stream_get_meta_data($stream)['wrapper_data'];
        $headers = [];
        foreach (array_slice($lines, 1) as $line) {
            [$name, $value] = explode(':', $line, 2);
            $headers[strtolower($name)] = trim($value);
        }
        return [(int) explode(' ', $lines[0])[1], $headers, $stream];
    }
}
