package main

import (
	"context"

	"lanebook/charts/live"
	"lanebook/notebooks/internal/kernel"
	"lanebook/notebooks/internal/kernelspec"
	"lanebook/notebooks/internal/site"
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
	echarts, err := site.ECharts()
	if err != nil {
		return err
	}
	dir, err := kernelspec.Install(tools, map[string][]byte{"lanebook.js": live.Loader, "echarts.min.js": echarts})
	if err != nil {
		return err
	}
	p.say("installed the kernel %q in %s", kernelspec.Title, dir)
	return nil
}
