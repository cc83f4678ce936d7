package silicon
import ("testing";"lanebook/gpumodel/chip";"lanebook/gpumodel/gpu")
func TestZZ(t *testing.T){
 for _,k:=range listedKernels(){ for _,n:=range k.sizes[:2]{ if k.name!="rows"&&k.name!="gelu"&&k.name!="search"&&k.name!="product"{continue}
  e,_:=k.start(n); r,err:=e.Time(gpu.H200(),chip.Options{Before:e.Workgroups()}); if err!=nil{t.Fatal(err)}
  t.Logf("%s %d L1 %+v L2 %+v read %d cycles %d limits %v",k.name,n,r.L1,r.L2,r.Read,r.Cycles,r.Limits[:3])
  t.Log(r.Totals.Stalls)
 }}
}
