(;FF[4]AP[OwlGo:0.1.0]CA[UTF-8]GM[1]KM[9]SZ[19];B[io];W[dl];B[bq];B[cl];B[hm];
B[em];W[br];W[fn];W[hs])
