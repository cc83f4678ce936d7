package tracing_test

import (
	"reflect"
	"strings"
	"testing"

	"lanebook/notebooks/documents/tracing"
	"lanebook/notebooks/documents/tracing/volume"
)

// TestWholeIsOfThisModel: whole.csv was written by the model as it is.
func TestWholeIsOfThisModel(t *testing.T) {
	if err := tracing.CheckWhole(); err != nil {
		t.Error(err)
	}
}

// TestStripAnew: a point of a strip, rendered anew.
func TestStripAnew(t *testing.T) {
	p := tracing.Paper(volume.Moving())
	p.Shapes = p.Shapes[len(p.Shapes)-1:]
	now, err := p.Run(nil)
	kept, errKept := tracing.StripPicture(p.View)
	if err != nil || errKept != nil {
		t.Fatal(err, errKept)
	}
	if now, kept := volume.Row("", now[0].By), volume.Row("", kept[len(kept)-1].By); now != kept {
		t.Errorf("%s, whole.csv has %s: run command whole", now, kept)
	}
}

// TestWholePicture: each view has the eight shapes, and every number of a point, whole and of a strip.
func TestWholePicture(t *testing.T) {
	for _, v := range tracing.Views() {
		points, err := tracing.WholePicture(v)
		strip, errStrip := tracing.StripPicture(v)
		if err != nil || errStrip != nil || len(points) != len(strip) {
			t.Fatal(len(points), err, len(strip), errStrip)
		}
		points = append(points, strip...)
		for i, p := range points {
			none := p.By[volume.None]
			if p.Shape != volume.Shapes()[i%len(strip)] || none.View != v || none.Frame <= 0 || none.Hit <= 0 || none.Hit >= 1 || none.L2Hit <= 0 {
				t.Errorf("view %v, point %d: %+v, want %v with a frame and hits", v, i, none, volume.Shapes()[i%len(strip)])
			}
			for m := volume.Simple; m < volume.Methods; m++ {
				if by := p.By[m]; by.Reference <= 0 || by.Other <= 0 || by.Method != m {
					t.Errorf("view %v, %v: %v is %+v", v, p.Shape, m, by)
				}
			}
		}
	}
	if _, err := tracing.WholePicture(volume.View{Alpha: 1}); err == nil || !strings.Contains(err.Error(), "whole.csv") {
		t.Errorf("view (1,0,0): error %v, want one that names whole.csv", err)
	}
}

// TestDistance: hits 10 points apart at one of two shapes, shares 20 and 0.
func TestDistance(t *testing.T) {
	a := make([]tracing.Point, 2)
	a[0].By[volume.None].Hit, a[1].By[volume.None].Hit = 0.5, 0.6
	for i := range a {
		a[i].By[volume.None].Frame = float64(1 + i)
		for m := volume.Simple; m < volume.Methods; m++ {
			a[i].By[m].Reference, a[i].By[m].Other = 1, 1
		}
	}
	b := append([]tracing.Point(nil), a...)
	b[1].By[volume.None].Hit = 0.5
	b[0].By[volume.Dummy].Reference, b[0].By[volume.Dummy].Other = 7, 3
	d := tracing.DistanceOf(a, b)
	for m := range d.Correlation { // two points: 1, −1, or 0 where one does not vary
		d.Correlation[m] = [2]float64{}
	}
	want := tracing.Distance{Hit: 0.1}
	want.Share[volume.Dummy] = 0.2
	if d.Hit < 0.0999 || d.Hit > 0.1001 || d.Share[volume.Dummy] < 0.1999 || d.Share[volume.Dummy] > 0.2001 {
		t.Errorf("distance %+v, want %+v", d, want)
	}
	d.Hit, d.Share = want.Hit, want.Share
	if !reflect.DeepEqual(d, want) {
		t.Errorf("distance %+v, want %+v", d, want)
	}
}
