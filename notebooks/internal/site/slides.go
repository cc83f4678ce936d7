package site

import (
	"encoding/json"
	"html/template"

	"lanebook/notebooks/internal/nb"
)

// slideMark is what a cell says about its place in the slides: "slide" for one of its
// own, "step" for a step of the slide before, "skip" for none, "" for what slides.js
// finds. It says so as nbconvert and RISE have it, by its slide type, or by the tag
// "slide".
func slideMark(c *nb.Cell) string {
	var meta struct {
		Slideshow struct {
			Type string `json:"slide_type"`
		} `json:"slideshow"`
	}
	if json.Unmarshal(c.Metadata, &meta) != nil { // of another make
		meta.Slideshow.Type = ""
	}
	mark := map[string]string{"slide": "slide", "subslide": "slide", "fragment": "step", "skip": "skip", "notes": "skip"}[meta.Slideshow.Type]
	if mark == "" && c.HasTag("slide") {
		return "slide"
	}
	return mark
}

// markSlide appends the mark, which slides.js reads and nothing shows.
func (v *pageView) markSlide(mark string) {
	v.Blocks = append(v.Blocks, template.HTML(`<template data-slide="`+mark+`"></template>`))
}
