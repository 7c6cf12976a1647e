// Package scrim is a client of scrim-http for Go 1.19 and later, without dependencies: one file to copy into a project.
//
//	client := scrim.New("https://images.example.com", "shop", secret)
//	url, err := client.Link("card@1", map[string]any{"title": "Hello"}, scrim.LinkOptions{})
//	png, err := client.Render(map[string]any{"template": "card@1", "inputs": inputs}, time.Minute, "")
package scrim

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"time"
)

// JobError is an error of a job, with its place in the document.
type JobError struct {
	Path, Message, Code string
	Line, Column        int
}

// Problem has problem details (RFC 9457).
type Problem struct {
	Status        int
	Title, Detail string
	Errors        []JobError
}

func (p *Problem) Error() string {
	text := strings.TrimRight(fmt.Sprintf("%d %s. %s", p.Status, p.Title, p.Detail), " ")
	for _, e := range p.Errors {
		text += fmt.Sprintf("\n%d:%d: %s", e.Line, e.Column, e.Message)
	}
	return text
}

// ErrDamaged is the error of bytes that are not those whose Digest the service sent.
var ErrDamaged = errors.New("the output is not the one that the service sent")

// ErrTimeout is the error of a job that is not finished in time.
var ErrTimeout = errors.New("the job did not end in time")

// Page is what a job is at.
type Page struct {
	ID, State string
	Errors    []JobError
	Outputs   []struct{ Name, Href string }
}

// Client asks a service; several goroutines may use it.
type Client struct {
	base, key, secret string
	// Attempts of each request.
	Attempts int
	HTTP     *http.Client
}

func New(base, key, secret string) *Client {
	return &Client{strings.TrimRight(base, "/"), key, secret, 5, &http.Client{}}
}

// Canonical returns JSON in one spelling, so that equal inputs give equal links. Numbers are 0, or 0.0001 to 2^53 in
// magnitude.
func Canonical(value any) (string, error) {
	content, err := json.Marshal(value)
	if err != nil {
		return "", err
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	var plain any
	if err := decoder.Decode(&plain); err != nil {
		return "", err
	}
	var text strings.Builder
	err = write(&text, plain)
	return text.String(), err
}

func write(text *strings.Builder, value any) error {
	switch value := value.(type) {
	case nil:
		text.WriteString("null")
	case bool:
		text.WriteString(strconv.FormatBool(value))
	case string:
		writeString(text, value)
	case json.Number:
		return writeNumber(text, value)
	case []any:
		text.WriteByte('[')
		for i, item := range value {
			if i > 0 {
				text.WriteByte(',')
			}
			if err := write(text, item); err != nil {
				return err
			}
		}
		text.WriteByte(']')
	case map[string]any:
		keys := make([]string, 0, len(value))
		for key := range value {
			keys = append(keys, key)
		}
		sort.Strings(keys)
		text.WriteByte('{')
		for i, key := range keys {
			if i > 0 {
				text.WriteByte(',')
			}
			writeString(text, key)
			text.WriteByte(':')
			if err := write(text, value[key]); err != nil {
				return err
			}
		}
		text.WriteByte('}')
	}
	return nil
}

func writeString(text *strings.Builder, value string) {
	short := map[rune]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`}
	text.WriteByte('"')
	for _, c := range value {
		if escape, ok := short[c]; ok {
			text.WriteString(escape)
		} else if c < 0x20 || c >= 0x7f && c <= 0x9f {
			fmt.Fprintf(text, `\u%04x`, c)
		} else {
			text.WriteRune(c)
		}
	}
	text.WriteByte('"')
}

func writeNumber(text *strings.Builder, value json.Number) error {
	number, err := value.Float64()
	if err != nil {
		return err
	}
	size := math.Abs(number)
	if size != 0 && !(size >= 1e-4 && size < 1<<53) {
		return fmt.Errorf("%v: numbers in links are 0, or 0.0001 to 2^53 in magnitude", value)
	}
	if size == 0 {
		number = 0 // not -0
	}
	text.WriteString(strconv.FormatFloat(number, 'f', -1, 64))
	return nil
}

// LinkOptions says more about a link. The zero value is PNG, without a variant, for ever.
type LinkOptions struct {
	Format, Variant string
	// Expires is in seconds since 1970.
	Expires int64
}

// Link returns the signed link of an image of a template NAME@VERSION.
func (c *Client) Link(template string, inputs map[string]any, options LinkOptions) (string, error) {
	payload := map[string]any{"i": inputs, "k": c.key}
	if options.Expires != 0 {
		payload["e"] = options.Expires
	}
	if options.Format == "" {
		options.Format = "png"
	}
	content, err := Canonical(payload)
	if err != nil {
		return "", err
	}
	steps := []string{template}
	if options.Variant != "" {
		steps = append(steps, options.Variant)
	}
	encoding := base64.RawURLEncoding
	file := encoding.EncodeToString([]byte(content)) + "." + options.Format
	path := "/t/" + strings.Join(append(steps, file), "/")
	signature := hmac.New(sha256.New, []byte(c.secret))
	signature.Write([]byte(path))
	return c.base + path + "?s=" + encoding.EncodeToString(signature.Sum(nil)), nil
}

// Submit hands over a job: a document, or "template" with "inputs" or "data". It returns the job's identifier. The
// idempotency key may be empty.
func (c *Client) Submit(body any, idempotencyKey string) (string, error) {
	answer, err := c.post("/jobs", body, idempotencyKey)
	return answer.identifier(), err
}

// Wait returns the page of a job that is done. The error of one that failed is a *Problem.
func (c *Client) Wait(job string, timeout time.Duration) (page Page, err error) {
	end := time.Now().Add(timeout)
	for pause := 20 * time.Millisecond; ; pause = min(pause*3/2, 2*time.Second) {
		answer, err := c.request("GET", "/jobs/"+job, nil, nil)
		if err != nil {
			return page, err
		}
		page = Page{}
		if err := json.Unmarshal(answer.content, &page); err != nil || page.State == "done" {
			return page, err
		}
		if page.State == "failed" || page.State == "corrupt" {
			return page, &Problem{Status: 422, Title: "The job has errors", Errors: page.Errors}
		}
		if time.Now().Add(pause).After(end) {
			return page, fmt.Errorf("job %s: %w", job, ErrTimeout)
		}
		time.Sleep(pause)
	}
}

func min(a, b time.Duration) time.Duration {
	if a < b {
		return a
	}
	return b
}

// Events calls receive with the page of a job whenever it has changed, until it ends.
func (c *Client) Events(job string, receive func(Page)) error {
	response, err := c.open("GET", "/jobs/"+job+"/events", nil, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		content, _ := io.ReadAll(response.Body)
		return problem(answer{response.StatusCode, response.Header, content})
	}
	lines := bufio.NewReader(response.Body)
	for {
		line, err := lines.ReadString('\n')
		if strings.HasPrefix(line, "data: ") {
			var page Page
			if err := json.Unmarshal([]byte(line[len("data: "):]), &page); err != nil {
				return err
			}
			receive(page)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Output returns the bytes of an output. Those of a batch's rows are in its NAME.rows.jsonl.
func (c *Client) Output(job, name string) ([]byte, error) {
	place := (&url.URL{Path: "/jobs/" + job + "/outputs/" + name}).EscapedPath()
	answer, err := c.request("GET", place, nil, nil)
	if err != nil {
		return nil, err
	}
	return answer.verified()
}

// Outputs returns name and bytes of each output of a job that is done; of a batch NAME.rows.jsonl only.
func (c *Client) Outputs(page Page) (map[string][]byte, error) {
	outputs := map[string][]byte{}
	for _, output := range page.Outputs {
		content, err := c.Output(page.ID, output.Name)
		if err != nil {
			return nil, err
		}
		outputs[output.Name] = content
	}
	return outputs, nil
}

// Delete cancels a job, or deletes its results.
func (c *Client) Delete(job string) error {
	_, err := c.request("DELETE", "/jobs/"+job, nil, nil)
	return err
}

// Render submits a job, waits, and returns its first output, which is then deleted.
func (c *Client) Render(body any, timeout time.Duration, idempotencyKey string) ([]byte, error) {
	seconds := int(timeout / time.Second)
	if seconds < 1 {
		seconds = 1
	} else if seconds > 60 {
		seconds = 60
	}
	answer, err := c.post(fmt.Sprintf("/jobs?wait=%d", seconds), body, idempotencyKey)
	if err != nil {
		return nil, err
	}
	job := answer.identifier()
	var image []byte
	if answer.status == 202 || answer.headers.Get("Digest") == "" {
		image, err = c.firstOutput(job, timeout)
	} else {
		image, err = answer.verified()
	}
	if err != nil {
		return nil, err
	}
	return image, c.Delete(job)
}

func (c *Client) firstOutput(job string, timeout time.Duration) ([]byte, error) {
	page, err := c.Wait(job, timeout)
	if err != nil {
		return nil, err
	}
	outputs, err := c.Outputs(page)
	if err != nil || len(page.Outputs) == 0 {
		return nil, err
	}
	return outputs[page.Outputs[0].Name], nil
}

type answer struct {
	status  int
	headers http.Header
	content []byte
}

func (a answer) identifier() string {
	place := a.headers.Get("Location") + a.headers.Get("Content-Location")
	if steps := strings.Split(place, "/"); len(steps) > 2 {
		return steps[2]
	}
	return ""
}

func (a answer) verified() ([]byte, error) {
	digest := sha256.Sum256(a.content)
	if a.headers.Get("Digest") != "sha-256="+base64.StdEncoding.EncodeToString(digest[:]) {
		return nil, ErrDamaged
	}
	return a.content, nil
}

func problem(a answer) error {
	problem := Problem{}
	if strings.HasPrefix(a.headers.Get("Content-Type"), "application/problem+json") {
		if err := json.Unmarshal(a.content, &problem); err != nil {
			return err
		}
	}
	problem.Status = a.status
	return &problem
}

func (c *Client) post(path string, body any, idempotencyKey string) (answer, error) {
	content, err := json.Marshal(body)
	if err != nil {
		return answer{}, err
	}
	// With a key a request is repeated safely: the same content is the same job.
	if idempotencyKey == "" {
		random := make([]byte, 16)
		if _, err := rand.Read(random); err != nil {
			return answer{}, err
		}
		idempotencyKey = hex.EncodeToString(random)
	}
	fields := map[string]string{"Content-Type": "application/json", "Idempotency-Key": idempotencyKey}
	return c.request("POST", path, content, fields)
}

// request returns an answer of success. What may succeed later is repeated, when the service says.
func (c *Client) request(method, path string, body []byte, fields map[string]string) (answer, error) {
	for attempt := 0; ; attempt++ {
		isLast := attempt >= c.Attempts-1
		pause := 200 * time.Millisecond << attempt
		found, err := c.ask(method, path, body, fields)
		switch {
		case err != nil:
			if isLast {
				return found, err
			}
		case found.status < 300:
			return found, nil
		case found.status == 404 && method == "DELETE" && attempt > 0:
			// An earlier attempt has deleted it.
			return found, nil
		case isLast || found.status != 429 && found.status != 503:
			return found, problem(found)
		default:
			seconds, err := strconv.Atoi(found.headers.Get("Retry-After"))
			if err != nil {
				seconds = 1
			}
			pause = time.Duration(seconds) * time.Second
		}
		time.Sleep(min(pause, 30*time.Second))
	}
}

func (c *Client) ask(method, path string, body []byte, fields map[string]string) (answer, error) {
	response, err := c.open(method, path, body, fields)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, content}, err
}

func (c *Client) open(method, path string, body []byte, fields map[string]string) (*http.Response, error) {
	request, err := http.NewRequest(method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+c.secret)
	for name, value := range fields {
		request.Header.Set(name, value)
	}
	return c.HTTP.Do(request)
}
