(;FF[4]AP[OwlGo:0.1.0]CA[UTF-8]GM[1]KM[2]SZ[19];B[kr];B[po];B[ss];B[so];W[pn];
W[ln];B[ml];B[rp];B[ro];B[ms];W[oq];B[qk];W[qs];W[kk];W[os];B[rk];W[qm];W[nn];
W[qq];W[nm];B[rn];B[rr];B[lp];W[sn];W[rl];W[kp];B[mp])
