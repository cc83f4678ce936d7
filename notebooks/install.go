package main

import (
	"context"

	"lanebook/charts/live"
	"lanebook/notebooks/internal/kernel"
	"lanebook/notebooks/internal/kernelspec"
	"lanebook/notebooks/internal/site"
	"lanebook/notebooks/whatif/block"
)

// install makes the notebooks' kernel known to JupyterLab and VS Code.
func (p *project) install(ctx context.Context) error {
	tools, err := kernel.FindTools(ctx, p.root)
	if err != nil {
		return err
	}
	if err := tools.Build(ctx, func(what string) { p.say("%s", what) }); err != nil {
		return err
	}
	if help, err := tools.WithGopls(ctx, func(what string) { p.say("%s", what) }); err == nil {
		tools = help
	} else if ctx.Err() != nil {
		return err
	} else {
		p.say("cells run, but names are completed and explained only if you have a gopls of your own: %v", err)
	}
	echarts, err := site.ECharts()
	if err != nil {
		return err
	}
	files, err := block.Program()
	if err != nil {
		return err
	}
	files["lanebook.js"], files["echarts.min.js"], files["logo-svg.svg"] = live.Loader, echarts, site.Icon
	dir, err := kernelspec.Install(tools, files)
	if err != nil {
		return err
	}
	p.say("installed the kernel %q in %s", kernelspec.Title, dir)
	return nil
}
