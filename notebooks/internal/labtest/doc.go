// Package labtest holds the test that Lanebook's notebooks run, and their charts
// live, in a real JupyterLab in a real browser. It has no code of its own.
//
// The test needs JupyterLab 4 and Chromium, and is skipped unless
// JUPYTER_PYTHON names a Python that has JupyterLab:
//
//	JUPYTER_PYTHON=python3 go test ./notebooks/internal/labtest
//
// LANEBOOK_SHOTS names a folder for pictures of what the browser showed.
package labtest
