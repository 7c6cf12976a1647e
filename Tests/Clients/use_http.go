// What Tests/Clients/check_http.py asks of the client in Go: BASE STUB CASES. Prints an object of results.
package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"example.com/use/scrim"
)

type table struct {
	Links []struct {
		Template, Format, Variant string
		Expires                   int64
		Inputs                    map[string]any
	}
	Batch, Template, Document, Invalid json.RawMessage
}

func must[Value any](value Value, err error) Value {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func sum(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

func problem(err error) any {
	var problem *scrim.Problem
	if !errors.As(err, &problem) {
		return nil
	}
	list := []any{}
	for _, e := range problem.Errors {
		list = append(list, map[string]any{"line": e.Line, "message": e.Message})
	}
	return map[string]any{"status": problem.Status, "title": problem.Title, "errors": list, "text": problem.Error()}
}

func main() {
	base, stub, secret := os.Args[1], os.Args[2], strings.Repeat("a", 40)
	var cases table
	check(json.Unmarshal(must(os.ReadFile(os.Args[3])), &cases))
	client, small := scrim.New(base, "shop", secret), scrim.New(stub, "shop", secret)
	link := func(client *scrim.Client, number int) string {
		one := cases.Links[number]
		options := scrim.LinkOptions{Format: one.Format, Variant: one.Variant, Expires: one.Expires}
		return must(client.Link(one.Template, one.Inputs, options))
	}
	results := map[string]any{"link": link(client, 0)}
	links := []string{}
	for number := range cases.Links {
		links = append(links, link(scrim.New("", "shop", secret), number))
	}
	forger := scrim.New(base, "shop", strings.Repeat("b", 40))
	results["links"], results["forged"] = links, link(forger, 0)
	numbers := []bool{}
	for _, n := range []float64{1e300, 1 << 53, 1e-5, -1e-300, math.Inf(1)} {
		_, err := client.Link("card@1", map[string]any{"n": n}, scrim.LinkOptions{})
		numbers = append(numbers, err != nil)
	}
	results["numbers"] = numbers

	batch := must(client.Submit(cases.Batch, ""))
	states := []string{}
	check(client.Events(batch, func(page scrim.Page) { states = append(states, page.State) }))
	results["states"] = states[len(states)-1:]
	rows := must(client.Outputs(must(client.Wait(batch, time.Minute))))["card.rows.jsonl"]
	images := []string{}
	for _, line := range strings.Split(strings.TrimSpace(string(rows)), "\n") {
		var row struct{ Outputs []struct{ File string } }
		check(json.Unmarshal([]byte(line), &row))
		images = append(images, sum(must(client.Output(batch, row.Outputs[0].File))))
	}
	results["batch"] = images
	check(client.Delete(batch))
	results["template"] = sum(must(client.Render(cases.Template, time.Minute, "")))
	results["document"] = sum(must(client.Render(cases.Document, time.Minute, "")))
	once := []string{}
	for i := 0; i < 2; i++ {
		once = append(once, must(client.Wait(must(client.Submit(cases.Document, "go")), time.Minute)).State)
	}
	results["once"] = once
	_, err := client.Render(cases.Template, time.Minute, "go")
	results["other"] = problem(err)
	_, err = client.Render(cases.Invalid, time.Minute, "")
	results["invalid"] = problem(err)
	_, err = client.Wait(must(client.Submit(cases.Invalid, "")), time.Minute)
	results["waited"] = problem(err)
	_, err = client.Render(map[string]any{"template": "crad@1", "inputs": map[string]any{}}, time.Minute, "")
	results["unknown"] = problem(err)
	_, err = forger.Submit(cases.Document, "")
	results["unauthorized"] = problem(err)
	_, err = client.Wait(batch, time.Minute)
	results["gone"] = problem(err)
	results["repeated"] = sum(must(small.Render(map[string]any{"is": "late"}, time.Minute, "")))
	_, err = small.Render(map[string]any{"is": "damaged"}, time.Minute, "")
	results["damaged"] = errors.Is(err, scrim.ErrDamaged)
	_, err = small.Render(map[string]any{"is": "refused"}, time.Minute, "")
	results["refused"] = problem(err)
	check(json.NewEncoder(os.Stdout).Encode(results))
}
