# python3 table.py tests3: what run.py measured, as rows for ../pipes.csv and loops for
# ../pipes.txt. Where lanes' addresses are not R0's, as LDSU's, add them to package code.
import glob, json, re, subprocess, sys
name = sys.argv[1]
meta, tests, cycles = json.load(open(name + '.meta.json')), json.load(open(name + '.json')), {}
for f in glob.glob(name + '.*.res.json'):
    cycles.update(json.load(open(f)))
code = subprocess.run(['nvdisasm', '-b', 'SM90', '-hex', name + '.bin'], capture_output=True, text=True).stdout
code = re.findall(r'/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;\s+/\* 0x([0-9a-f]{16}) \*/\s+/\* 0x([0-9a-f]{16}) \*/', code)
def line(text, low, high):
    c = int(high, 16) >> 41
    s = 'S%d' % (c & 15) + ('' if c >> 4 & 1 else ' Y')
    s += ''.join(' %s%d' % (n, c >> b & 7) for n, b in (('W', 5), ('R', 8)) if c >> b & 7 < 6)
    s += ''.join(' M%d' % b for b in range(6) if c >> 11 & 63 & 1 << b)
    if not re.match(r'@|STS|NOP|.SETP|DSETP|BAR', text):  # results do not matter: one name for all
        text = re.sub(r'^(\S+ (?:PT, )?)(R|UR)[1-4]\d\b', lambda m: m[1] + m[2] + ('20' if m[2] == 'R' else '10'), text)
    return s + ' ' + text
def pack(ls):
    i = 0
    while i < len(ls):
        best = 1, 1
        for n in range(1, 26):
            k = 1
            while ls[i + k * n:i + k * n + n] == ls[i:i + n]: k += 1
            if k > 1 and (k - 1) * n > (best[0] - 1) * best[1]: best = k, n
        k, n = best
        yield '\t%d\t%s' % (k, ls[i]) if n == 1 else '\t%d\n' % k + '\n'.join('\t\t' + x for x in ls[i:i + n])
        i += k * n
at, rows = 0, open(name + '.rows.csv', 'w')
with open(name + '.loops.txt', 'w') as out:
    for t in tests:
        n = t['n'] // 16
        ins, at = code[at:at + n], at + n
        s = [i for i, x in enumerate(ins) if x[0] == 'CS2R.32 R4, SR_CLOCKLO'][0]
        e = [i for i, x in enumerate(ins) if x[0] == 'CS2R.32 R5, SR_CLOCKLO'][0]
        stride, turns = meta[t['name']]
        if t['name'] in cycles:
            out.write('\n%s; from %04x; stride %d; turns %d\n' % (t['name'], 16 * s, stride, turns))
            out.writelines(x + '\n' for x in pack([line(*x) for x in ins[s + 1:e - 3]]))
            rows.writelines('%s,%s,%d\n' % (t['name'], w, max(b for a, b in v)) for w, v in cycles[t['name']].items())
