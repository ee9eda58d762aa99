// Package story has what the stories have in common.
package story

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"
)

// Answer is what an operation of a generated client returned. It panics when that failed.
func Answer[T any](value T, _ *http.Response, err error) T {
	return Must(value, err)
}

// Must returns the value. It panics when there is an error instead.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// UUID makes one of version 4, which the standard library does not.
func UUID() string {
	var bytes [16]byte
	rand.Read(bytes[:])
	bytes[6] = bytes[6]&0x0f | 0x40
	bytes[8] = bytes[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", bytes[:4], bytes[4:6], bytes[6:8], bytes[8:10], bytes[10:])
}

// Mapping is a small mapping file of R8 for a release.
func Mapping(release string) string {
	return "# " + release + "\ncom.acme.shop.Basket -> a.a:\n    1:1:int total():42:42 -> a\n"
}

// Put sends a file to the address that it was announced for. It panics when that does not take it.
func Put(address, file string) {
	request := Must(http.NewRequest(http.MethodPut, address, strings.NewReader(file)))
	answer := Must(http.DefaultClient.Do(request))
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		panic("the file was not taken")
	}
}
