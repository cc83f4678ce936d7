package site

import (
	"fmt"
	"html/template"
	"slices"

	"lanebook/charts"
	"lanebook/charts/static"
	"lanebook/notebooks/internal/slim"
	"lanebook/notebooks/whatif"
	"lanebook/notebooks/whatif/block"
)

// addWhatIf renders a what-if, given as a notebook's output names it.
func (v *pageView) addWhatIf(content string, out files) (template.HTML, error) {
	start, err := block.Parse([]byte(content))
	if err != nil {
		return "", err
	}
	if slices.Contains(v.WhatIfs, start.Name) {
		return "", fmt.Errorf("what-if %s is there twice: the page's address can keep the settings of one", start.Name)
	}
	v.WhatIfs = append(v.WhatIfs, start.Name)
	return block.HTML(start, "en", true, func(i int, p whatif.Picture) (template.HTML, error) {
		svg, err := static.SVG(p.Figure)
		if err != nil || len(svg) <= inlineLimit {
			return template.HTML(svg), err
		}
		base := fmt.Sprintf("%s/%s-%d.whatif", v.Name, start.Name, i+1)
		light, dark := base+".svg", base+".dark.svg"
		out[light], out[dark] = static.Inked(svg, charts.Light), static.Inked(svg, charts.Dark)
		l := p.Figure.Layout()
		return execute("picture", map[string]any{
			"Light": light + version(out[light]), "Dark": dark + version(out[dark]),
			"Alt": p.Alt, "Width": l.Width, "Height": l.Height})
	})
}

// Uses says whether one of the page's what-ifs is answered by the program of that name.
func (v *pageView) Uses(program string) bool {
	return slices.ContainsFunc(v.WhatIfs, func(name string) bool {
		d, _ := whatif.Find(name)
		return d.Program == program
	})
}

// addProgram puts the program of the what-ifs into the site, where a page has any.
func addProgram(views []*pageView, out files) error {
	if !slices.ContainsFunc(views, func(v *pageView) bool { return len(v.WhatIfs) > 0 }) {
		return nil
	}
	program, err := block.Program()
	if err != nil {
		return err
	}
	program["whatif.js"] = slim.Script(program["whatif.js"])
	for name, data := range program {
		out["assets/"+name] = data
		for _, v := range views { // they share their links
			v.Assets[name] = "assets/" + name + version(data)
		}
	}
	return nil
}
