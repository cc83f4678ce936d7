package kernel

import (
	"bytes"
	"strings"
	"testing"

	"github.com/go-zeromq/zmq4"
)

func TestMessagesAreSigned(t *testing.T) {
	key := []byte("secret")
	sent, err := newMessage("session", "execute_request", map[string]string{"code": "x"})
	if err != nil {
		t.Fatal(err)
	}
	frames, err := sent.frames(key)
	if err != nil {
		t.Fatal(err)
	}
	routed := append([][]byte{[]byte("router's prefix")}, frames...)
	got, err := parse(key, zmq4.NewMsgFrom(routed...))
	if err != nil || got.Header != sent.Header || !bytes.Equal(got.Content, sent.Content) {
		t.Errorf("received %+v, %v, want %+v", got, err, sent)
	}
	frames[len(frames)-1] = []byte(`{"code":"y"}`)
	for name, c := range map[string]struct {
		key    []byte
		frames [][]byte
		want   string
	}{
		"changed":      {key, frames, "wrong signature"},
		"other key":    {[]byte("guess"), routed, "wrong signature"},
		"incomplete":   {key, routed[:5], "incomplete"},
		"no delimiter": {key, routed[2:], "incomplete"},
		"empty":        {key, nil, "incomplete"},
	} {
		if _, err := parse(c.key, zmq4.NewMsgFrom(c.frames...)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, want %q", name, err, c.want)
		}
	}
}

// The signature of RFC 4231's second test case, cut into four frames.
func TestSign(t *testing.T) {
	const want = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
	parts := [][]byte{[]byte("what do "), []byte("ya want"), {}, []byte(" for nothing?")}
	if got := string(sign([]byte("Jefe"), parts)); got != want {
		t.Errorf("signature is %s, want %s", got, want)
	}
}
