package kernel

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/go-zeromq/zmq4"
)

// A message of the Jupyter protocol, version 5.3. On the wire it is a list of
// frames: routing prefix, delimiter, signature, header, parent header,
// metadata, content.
type message struct {
	Header, Parent header
	Content        json.RawMessage
}

type header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
	Date     string `json:"date"`
}

const delimiter = "<IDS|MSG>"

// newMessage makes a request with an id of its own.
func newMessage(session, kind string, content any) (message, error) {
	raw, err := json.Marshal(content)
	return message{Content: raw, Header: header{
		ID: rand.Text(), Session: session, Username: "lanebook", Type: kind,
		Version: "5.3", Date: time.Now().UTC().Format(time.RFC3339),
	}}, err
}

// frames lays a request out and signs it.
func (m message) frames(key []byte) ([][]byte, error) {
	head, err := json.Marshal(m.Header)
	parts := [][]byte{head, []byte("{}"), []byte("{}"), m.Content}
	return append([][]byte{[]byte(delimiter), sign(key, parts)}, parts...), err
}

// parse checks a received message's signature and decodes it.
func parse(key []byte, msg zmq4.Msg) (message, error) {
	var m message
	start := slices.IndexFunc(msg.Frames, func(f []byte) bool { return string(f) == delimiter })
	if start < 0 || len(msg.Frames) < start+6 {
		return m, errors.New("a message of the kernel is incomplete")
	}
	signature, parts := msg.Frames[start+1], msg.Frames[start+2:start+6]
	if !hmac.Equal(signature, sign(key, parts)) {
		return m, errors.New("a message of the kernel bears a wrong signature")
	}
	err := errors.Join(json.Unmarshal(parts[0], &m.Header), json.Unmarshal(parts[1], &m.Parent))
	if err != nil {
		return m, fmt.Errorf("a message of the kernel has a damaged header: %w", err)
	}
	m.Content = parts[3]
	return m, nil
}

// sign is the hexadecimal HMAC-SHA256 of the four JSON frames.
func sign(key []byte, parts [][]byte) []byte {
	mac := hmac.New(sha256.New, key)
	for _, part := range parts {
		mac.Write(part)
	}
	return hex.AppendEncode(nil, mac.Sum(nil))
}
