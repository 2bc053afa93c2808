"""Computing for visitors: who may compute now, and what is remembered for all of them."""
