class Evidence:
    def __init__(self): self.c=[0]*5
    def add(self, r):
        self.c[r.half_points]+=1
        return True
    def counts(self,a,b): return self.c
