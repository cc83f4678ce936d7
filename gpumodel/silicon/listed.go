package silicon

import _ "embed"

//go:embed listed_model.csv
var listedModelCSV string

//go:embed everyday_code_model.csv
var everydayCodeModelCSV string
