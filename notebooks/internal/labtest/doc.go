// Package labtest holds the tests that Lanebook's notebooks run, and their charts
// live, in a real JupyterLab in a real browser, and that VS Code shows them. It has no
// code of its own.
//
// The tests need Chromium, and are skipped unless JUPYTER_PYTHON names a Python that has
// JupyterLab 4, or LANEBOOK_VSCODE a folder that has code-server:
//
//	JUPYTER_PYTHON=python3 go test ./notebooks/internal/labtest
//	bash .ci/long vscode
//
// LANEBOOK_SHOTS names a folder for pictures of what the browser showed.
package labtest
