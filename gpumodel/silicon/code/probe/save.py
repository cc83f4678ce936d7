# Writes the tests for run.py.
import json
def save(TESTS,name):
    f=open(name+'.bin','wb'); J=[]
    for T in TESTS:
        f.write(T['text']); J.append(dict(name=T['name'],warps=T['warps'],stride=T['stride'],n=len(T['text'])))
    json.dump(J,open(name+'.json','w'))
    with open(name+'.sass','w') as g:
        for T in TESTS:
            g.write(T['name'].replace(' ','_')+':\n')
            for a,t,(lo,hi) in T['list']: g.write('\t%04x\t%s\t%016x%016x\n'%(a,t,hi,lo))
    json.dump({T['name']:[T['stride'],T['turns']] for T in TESTS},open(name+'.meta.json','w'))
    print(len(TESTS),sum(len(T['warps']) for T in TESTS))
