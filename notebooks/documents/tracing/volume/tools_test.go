package volume

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestRelatedTools finds every identifier of the table in the module's source.
func TestRelatedTools(t *testing.T) {
	declared := map[string]bool{}
	const gpumodel = "../../../../gpumodel"
	for name, folder := range map[string]string{
		"gpumodel": gpumodel, "kernel": gpumodel + "/kernel", "memory": gpumodel + "/memory", "trace": gpumodel + "/trace",
		"tracing": "..", "volume": ".",
	} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("package %s: %d files, %v", name, len(files), err)
		}
		for _, path := range files {
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				declare(declared, name, d)
			}
		}
	}
	tools := map[string]bool{}
	for _, row := range RelatedTools() {
		tools[row.Tool] = true
		for _, id := range row.Here {
			if !declared[id] {
				t.Errorf("%s, %q: %s is not declared", row.Tool, row.Question, id)
			}
		}
		if row.Question == "" || row.Paper == "" || row.How == "" {
			t.Errorf("%+v: want every column filled", row)
		}
	}
	if len(tools) != 4 || !declared["volume.RelatedTools"] || declared["volume.Measured.Nothing"] {
		t.Errorf("%d tools, want 4", len(tools))
	}
}

// declare adds the names that a declaration declares: package.Name and
// package.Type.Member.
func declare(declared map[string]bool, pkg string, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			name = receiver(d.Recv.List[0].Type) + "." + name
		}
		declared[pkg+"."+name] = true
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if s, ok := s.(*ast.TypeSpec); ok {
				declared[pkg+"."+s.Name.Name] = true
				if fields, ok := s.Type.(*ast.StructType); ok {
					for _, f := range fields.Fields.List {
						for _, n := range f.Names {
							declared[strings.Join([]string{pkg, s.Name.Name, n.Name}, ".")] = true
						}
					}
				}
			}
		}
	}
}

// receiver returns the name of a method's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
